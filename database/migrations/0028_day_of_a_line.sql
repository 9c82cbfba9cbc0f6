-- 0028 day of a line: the documents of a product, and those of a part of a number, are looked for in the days asked for.
--
-- Why:       both were looked for in all time, and what was found of other days was read and dropped: ten times as many in a
--            history ten times as long. The index of lines holds their day beside the product, that of numbers the kind and month
--            in place of the company; each takes the place of the one without.
-- Invariant: a line has the day of its document (X3).
-- Locks:     access exclusive on document_line and document while every line gets its day and every document its month. Four
--            and a half million lines take about three minutes.
drop index document_line__of_sku;
alter table document_line add column business_date date;

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    update document_line line set business_date = document.business_date from document
    where line.tenant_id = company and document.tenant_id = company and document.id = line.document_id;
  end loop;
  set local app.tenant_id = '';
end $$;

alter table document_line alter column business_date set not null;
create index document_line__of_sku on document_line (tenant_id, sku_id, business_date, document_id);

-- A company's documents of a kind in a month, as one number. Two may share it, so it never stands for those three.
create function month_key(tenant_id bigint, kind text, day date) returns bigint
  language sql immutable parallel safe
  return hashtextextended(kind, tenant_id * 100000 + (extract(year from day) * 12 + extract(month from day))::bigint);
-- Kept, since behind row-level security an index serves no expression that might tell what it reads.
drop index document__by_number;
alter table document add column month_key bigint generated always as (month_key(tenant_id, kind, business_date)) stored;
create index document__by_number on document using gin (month_key, number gin_trgm_ops) with (gin_pending_list_limit = 512);
