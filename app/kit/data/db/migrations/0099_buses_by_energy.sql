-- Buses that have an energy of their own, for the filter by energy.
create index bus_of_energy on bus (energy_type, bus_uuid) where deleted_at is null and energy_type is not null;
