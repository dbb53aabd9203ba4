-- Who a terminal said it was when it first registered, as a hash, and what its code is made of; without a code's hash it is not registered.
alter table device_terminal alter code_hash drop not null, add registered_as bytea, add code_salt text;
