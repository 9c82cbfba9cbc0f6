-- 0002 sign-in: what is remembered of a login so that its owner gets in and others don't.
--
-- Why:       a guesser must not shut out the owner: whoever signed in from a source before is let in from there.
--            First passwords and forgotten sessions end by themselves. Names that look alike are one name.
-- Invariant: known_sources holds at most twenty networks, the latest first.
-- Locks:     login and session for a moment; both are small.

-- Networks (an IPv4 address, the first 64 bits of an IPv6 one) that this login signed in from.
alter table login add column known_sources text[] not null default '{}';
-- When the password was set: a first or reset one (must_change) opens for a few days.
alter table login add column password_since timestamptz not null default now();

-- The minute in which a session asked last.
alter table session add column seen_at timestamptz not null default now();

-- A name as the eye takes it: without widths and cases, Cyrillic and Greek letters as the Latin ones they look like.
create function look_of(name text) returns text
language sql immutable parallel safe
return translate(lower(normalize(name, nfkc) collate "zh-x-icu"),
  'авсԁеһіјкӏмнорԛгѕтѵԝхуαβγεζηικμνορτυχıɑɡ',
  'abcdehijklmhopqrstvwxyabyeznikmvoptuxiag');
create index login__look on login (look_of(login_name));
