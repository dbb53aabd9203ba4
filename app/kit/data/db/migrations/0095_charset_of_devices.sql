-- A device's own charset counts before its model's; GBK stood at every device that nobody had touched, and had no effect.
alter table device alter column character_set drop not null, alter column character_set drop default;
update device set character_set = null where character_set = 'GBK';
