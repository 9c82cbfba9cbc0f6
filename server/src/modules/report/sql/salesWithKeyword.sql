select id
from unnest(array(
  select k.id
  from sku k
  where k.tenant_id = $n
    and k.product_id in (
      select searched.id
      from product as searched
      where searched.tenant_id = $n
        and
            ((("searched"."name" ilike $n or "searched"."name" ilike $n) or
            ("searched"."mnemonic" ilike $n or "searched"."mnemonic" ilike $n) or
            ("searched"."name_forms" ilike $n or "searched"."name_forms" ilike $n) or
            ("searched"."standard" ilike $n or "searched"."standard" ilike $n) or
            ("searched"."model" ilike $n or "searched"."model" ilike $n) or
            ("searched"."color" ilike $n or "searched"."color" ilike $n) or
            ("searched"."brand" ilike $n or "searched"."brand" ilike $n) or
            ("searched"."maker" ilike $n or "searched"."maker" ilike $n) or
            ("searched"."property_one" ilike $n or "searched"."property_one" ilike $n) or
            ("searched"."property_two" ilike $n or "searched"."property_two" ilike $n) or
            ("searched"."property_three" ilike $n or "searched"."property_three" ilike $n)))
    )
  union
  select b.sku_id
  from barcode b
  where b.tenant_id = $n and (("b"."code" ilike $n or "b"."code" ilike $n) or "b"."code" = any($n::text[]))
)) as found(id)
limit $n;

with found as materialized (
  select "row"."id" as "id",
    "row"."time" as "time",
    "row"."totalQuantity in base" as "totalQuantity in base",
    "row"."goodsAmount in base" as "goodsAmount in base",
    "row"."totalAmount in base" as "totalAmount in base",
    "row"."discount in base" as "discount in base",
    "row"."serviceCharge in base" as "serviceCharge in base",
    "row"."serviceFees in base" as "serviceFees in base",
    "row"."otherFees in base" as "otherFees in base",
    "row"."freight in base" as "freight in base",
    "row"."payable in base" as "payable in base",
    "row"."depositUsed in base" as "depositUsed in base",
    "row"."paidNow in base" as "paidNow in base",
    "row"."debt in base" as "debt in base",
    "row"."openDebt in base" as "openDebt in base"
  from (
    select d.id as "id",
      d.business_time as "time",
      base.total_quantity as "totalQuantity in base",
      base.goods_amount as "goodsAmount in base",
      base.total_amount as "totalAmount in base",
      base.discount as "discount in base",
      base.service_charge as "serviceCharge in base",
      base.service_fees as "serviceFees in base",
      base.other_fees as "otherFees in base",
      base.freight as "freight in base",
      base.payable as "payable in base",
      base.deposit_used as "depositUsed in base",
      base.paid_now as "paidNow in base",
      base.debt as "debt in base",
      base.debt - base.settled as "openDebt in base"
    from document d,
      lateral (
        select d.total_quantity as total_quantity,
          case when d.exchange_rate = 1 then d.goods_amount else
              round(d.goods_amount * d.exchange_rate, d.money_digits) end as goods_amount,
          case when d.exchange_rate = 1 then d.total_amount else
              round(d.total_amount * d.exchange_rate, d.money_digits) end as total_amount,
          case when d.exchange_rate = 1 then d.discount else
              round(d.discount * d.exchange_rate, d.money_digits) end as discount,
          case when d.exchange_rate = 1 then d.service_charge else
              round(d.service_charge * d.exchange_rate, d.money_digits) end as service_charge,
          case when d.exchange_rate = 1 then d.service_fees else
              round(d.service_fees * d.exchange_rate, d.money_digits) end as service_fees,
          case when d.exchange_rate = 1 then d.other_fees else
              round(d.other_fees * d.exchange_rate, d.money_digits) end as other_fees,
          case when d.exchange_rate = 1 then d.freight else
              round(d.freight * d.exchange_rate, d.money_digits) end as freight,
          case when d.exchange_rate = 1 then d.payable else
              round(d.payable * d.exchange_rate, d.money_digits) end as payable,
          case when d.exchange_rate = 1 then d.deposit_used else
              round(d.deposit_used * d.exchange_rate, d.money_digits) end as deposit_used,
          case when d.exchange_rate = 1 then d.paid_now else
              round(d.paid_now * d.exchange_rate, d.money_digits) end as paid_now,
          case when d.exchange_rate = 1 then d.deposit_taken else
              round(d.deposit_taken * d.exchange_rate, d.money_digits) + d.deposit_taken_off end as
              deposit_taken,
          case when d.exchange_rate = 1 then d.received else
              round(d.received * d.exchange_rate, d.money_digits) end as received,
          case when d.exchange_rate = 1 then d.change_given else
              round(d.change_given * d.exchange_rate, d.money_digits) end as change_given,
          case when d.exchange_rate = 1 then d.debt else round(d.debt * d.exchange_rate, d.money_digits) end
              as debt,
          case when d.exchange_rate = 1 then d.settled else
              round(d.settled * d.exchange_rate, d.money_digits) + d.settled_off end as settled,
          case when d.exchange_rate = 1 then d.bonus else round(d.bonus * d.exchange_rate, d.money_digits)
              end as bonus
      ) base
    where d.tenant_id = $n
      and d.kind = $n
      and d.deleted_at is null
      and (true and true and true)
      and exists (
        select
        from document_line l
        where l.tenant_id = $n and l.document_id = d.id and l.sku_id = any($n::bigint[]) and true
      )
  ) as "row"
)
select total.*,
  array(
    select "row"."id"
    from found as "row"
    order by "row"."time" desc, "row"."id" desc
    limit $n
    offset $n
  ) as "#keys"
from (
  select count(*) as "#",
    coalesce(sum("row"."totalQuantity in base"), 0) as "totalQuantity",
    coalesce(sum("row"."goodsAmount in base"), 0) as "goodsAmount",
    coalesce(sum("row"."totalAmount in base"), 0) as "totalAmount",
    coalesce(sum("row"."discount in base"), 0) as "discount",
    coalesce(sum("row"."serviceCharge in base"), 0) as "serviceCharge",
    coalesce(sum("row"."serviceFees in base"), 0) as "serviceFees",
    coalesce(sum("row"."otherFees in base"), 0) as "otherFees",
    coalesce(sum("row"."freight in base"), 0) as "freight",
    coalesce(sum("row"."payable in base"), 0) as "payable",
    coalesce(sum("row"."depositUsed in base"), 0) as "depositUsed",
    coalesce(sum("row"."paidNow in base"), 0) as "paidNow",
    coalesce(sum("row"."debt in base"), 0) as "debt",
    coalesce(sum("row"."openDebt in base"), 0) as "openDebt"
  from found as "row"
) as total;

set local plan_cache_mode = default;

select "row"."id" as "id",
  "row"."version" as "version",
  "row"."partnerId" as "partnerId",
  "row"."partnerName" as "partnerName",
  "row"."number" as "number",
  "row"."hasReturn" as "hasReturn",
  "row"."summary" as "summary",
  "row"."time" as "time",
  "row"."businessDate" as "businessDate",
  "row"."creatorId" as "creatorId",
  "row"."creatorName" as "creatorName",
  "row"."totalQuantity" as "totalQuantity",
  "row"."goodsAmount" as "goodsAmount",
  "row"."totalAmount" as "totalAmount",
  "row"."accountId" as "accountId",
  "row"."paidNow" as "paidNow",
  "row"."debt" as "debt",
  "row"."openDebt" as "openDebt",
  "row"."status" as "status",
  "row"."closed" as "closed"
from (
  select d.id as "id",
    d.version as "version",
    d.partner_id as "partnerId",
    d.number as "number",
    d.business_time as "time",
    d.business_date as "businessDate",
    d.creator_id as "creatorId",
    d.total_quantity as "totalQuantity",
    d.goods_amount as "goodsAmount",
    d.total_amount as "totalAmount",
    d.paid_now as "paidNow",
    d.debt as "debt",
    d.closed as "closed",
    (
      select x.name
      from "partner" x
      where x.tenant_id = $n and x.id = "d"."partner_id"
    ) as "partnerName",
    d.has_return as "hasReturn",
    d.summary as "summary",
    (
      select x.name
      from "app_user" x
      where x.tenant_id = $n and x.id = "d"."creator_id"
    ) as "creatorName",
    (
      select case when count(*) = 1 then min(x.account_id) end
      from document_settlement x
      where x.tenant_id = $n and x.document_id = d.id
    ) as "accountId",
    d.debt - d.settled as "openDebt",
    case when d.approval = 'draft' then '0' when d.closed or d.progress = 'complete' then '2' when
        d.progress = 'partial' then '3' else '1' end as "status"
  from document d
  where d.tenant_id = $n and d.kind = $n and d.deleted_at is null and (true and true and true)
) as "row"
where "row"."id" = any($n::bigint[])
order by "row"."time" desc, "row"."id" desc;

set local plan_cache_mode = force_custom_plan;
