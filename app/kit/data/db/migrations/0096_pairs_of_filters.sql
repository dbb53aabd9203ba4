-- Two filters that people set together, each of which leaves much.
create index bus_by_state_and_expiry on bus (bus_state, first_expire, code_order, bus_uuid) where deleted_at is null;
