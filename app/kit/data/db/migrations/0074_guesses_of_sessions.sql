-- Wrong guesses at the person's own password or code since the last right one, from wherever they came.
alter table session add wrong_guesses integer not null default 0;
