-- 0079 sources and reach: where a program signed in from, and what a file that was sent could hold.
--
-- Why:       wrong signs from an address must not shut out the programs behind it; a file that was sent must not show what its
--            reader may no longer see.
-- Invariant: known_sources holds at most twenty networks, the latest first.
-- Locks:     oauth_app and stored_file for a moment.

-- Networks (an IPv4 address, the first 64 bits of an IPv6 one) that this application was given tokens from.
alter table oauth_app add column known_sources text[] not null default '{}';
-- What its reader could see as the file was written; null: it was not sent by the clock, or before this was kept.
alter table stored_file add column reach jsonb;
