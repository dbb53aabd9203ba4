-- What a dictionary is for, in the operator's words.
alter table dictionary add column remark text;
