-- What a role is for, in the operator's words.
alter table role add column remark text;
