-- A terminal that speaks by itself gets words instead of clips.
alter table device_model add column speaks boolean not null default false;

-- How the package of a delivery is made: codec, rate, bitrate, loudness, then GBK and tts where they hold.
alter table issue_detail add column shape text;
update issue_detail set shape = 'mp3/22050/64/-16' where kind = 2;
