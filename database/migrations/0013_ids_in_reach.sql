-- 0013 ids in reach: a restored file lifts the ids of everybody no further than an installation can come by itself.
--
-- Why:       one made-up id near the old limit left the whole installation with ids that no other would take any more.
-- Invariant: no file lifts a sequence beyond 10^12: at a thousand new rows a second that is thirty years away. What lies
--            below what is drawn here already lifts nothing, and is always taken.
-- Locks:     none; the function alone is replaced.
create or replace function keep_ids_above(wall text, last bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ids text := pg_get_serial_sequence(quote_ident(wall), 'id');
begin
  if ids is null or nextval(ids) > last then
    return;
  end if;
  if last >= 1000000000000 then
    raise exception 'id % of % is too large', last, wall using errcode = '22003';
  end if;
  perform setval(ids, last);
end $$;
