-- What is noted of a kind's day is what its documents add up to whose debt stands so, in the company's own currency.
with days as (
  select kind, business_date, creator_id, coalesce(institution_id, 0) as institution_id,
    case when debt <> settled then 'open' when debt <> 0 then 'settled' else 'none' end as debt_state, count(*) as documents,
    array[sum(total_quantity), {{day_sums}}] as sums
  from document where tenant_id = $1 and deleted_at is null
  group by 1, 2, 3, 4, 5),
noted as (
  select kind, business_date, creator_id, institution_id, debt_state, documents,
    array[total_quantity, {{day_columns}}] as sums
  from {{document_day}} document_day where tenant_id = $1 and (documents <> 0 or debt <> 0 or total_amount <> 0))
select null::bigint as document_id, null::bigint as sku_id,
  format('%s of %s, creator %s, debt %s', kind, business_date, creator_id, debt_state) as subject,
  format('noted %s documents with %s; there are %s with %s', coalesce(noted.documents, 0), noted.sums, coalesce(days.documents, 0),
    days.sums) as detail
from days full join noted using (kind, business_date, creator_id, institution_id, debt_state)
where (days.documents, days.sums) is distinct from (noted.documents::bigint, noted.sums)
