-- Which list a file is of that was sent by the clock: who gets it may read it only as long as they may take that list along, and
-- one page may show lists with rights of their own. What was sent before says nothing of it, so that nobody may: it is kept for
-- two weeks at most, and its view sends it anew.
alter table stored_file add column list text;
