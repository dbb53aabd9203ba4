-- Persons are found by their initials as every other record; the specification's name for them stays.
alter table person add column initials text not null default '';
update person set initials = spell;
alter table person drop column spell;
alter table person add column spell text generated always as (initials) stored;
