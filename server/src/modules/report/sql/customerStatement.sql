with found as materialized (
  select "row"."id" as "id",
    "row"."name" as "name",
    "row"."contacts" as "contacts",
    "row"."telephone" as "telephone",
    "row"."phone" as "phone",
    "row"."email" as "email",
    "row"."opening" as "opening",
    "row"."newDebt" as "newDebt",
    "row"."settled" as "settled",
    "row"."closing" as "closing"
  from (
    select row.id,
      row.name,
      row.contacts,
      row.phone,
      row.telephone,
      row.email,
      row.opening,
      row.closing - row.opening + row.settled as "newDebt",
      row.settled,
      row.closing
    from (
      select partner.id,
        partner.name,
        partner.contacts,
        partner.phone,
        partner.telephone,
        partner.email,
        partner.enabled,
        1 * coalesce(held.opening, 0) as opening,
        1 * coalesce(held.closing, 0) as closing,
        -1 * coalesce(settled.amount, 0) as settled
      from partner
      left join (
        select holder_id, sum(opening) as opening, sum(closing) as closing
        from (
          select holder_id, amount as opening, 0 as closing
          from (
            select holder_id, sum(amount) as amount
            from (
              select held.holder_id, held.amount
              from whole_money_balance as held
              where "held"."tenant_id" = $n and "held"."purse" = $n and true
              union all
              select period.holder_id, -period.amount
              from whole_money_period as period
              where "period"."tenant_id" = $n
                and "period"."purse" = $n
                and true
                and period.grain = 'd'
                and period.starts_on > $n::date
                and period.starts_on < $n::date
              union all
              select period.holder_id, -period.amount
              from whole_money_period as period
              where "period"."tenant_id" = $n
                and "period"."purse" = $n
                and true
                and period.grain = 'm'
                and period.starts_on >= $n::date
            ) as part
            group by holder_id
          ) as before
          union all
          select holder_id, 0 as opening, amount as closing
          from (
            select holder_id, sum(amount) as amount
            from (
              select held.holder_id, held.amount
              from whole_money_balance as held
              where "held"."tenant_id" = $n and "held"."purse" = $n and true
              union all
              select period.holder_id, -period.amount
              from whole_money_period as period
              where "period"."tenant_id" = $n
                and "period"."purse" = $n
                and true
                and period.grain = 'd'
                and period.starts_on > $n::date
                and period.starts_on < $n::date
              union all
              select period.holder_id, -period.amount
              from whole_money_period as period
              where "period"."tenant_id" = $n
                and "period"."purse" = $n
                and true
                and period.grain = 'm'
                and period.starts_on >= $n::date
            ) as part
            group by holder_id
          ) as after
        ) as ends
        group by holder_id
      ) as held on held.holder_id = partner.id
      left join (
        select holder_id, sum(amount) as amount
        from (
          select period.holder_id, period.settled as amount
          from whole_money_period as period
          where period.tenant_id = $n
            and period.purse = $n
            and period.grain = 'd'
            and period.starts_on > $n::date
            and period.starts_on < $n::date
          union all
          select period.holder_id, period.settled as amount
          from whole_money_period as period
          where period.tenant_id = $n
            and period.purse = $n
            and period.grain = 'm'
            and period.starts_on >= $n::date
          union all
          select period.holder_id, -period.settled as amount
          from whole_money_period as period
          where period.tenant_id = $n
            and period.purse = $n
            and period.grain = 'd'
            and period.starts_on > $n::date
            and period.starts_on < $n::date
          union all
          select period.holder_id, -period.settled as amount
          from whole_money_period as period
          where period.tenant_id = $n
            and period.purse = $n
            and period.grain = 'm'
            and period.starts_on >= $n::date
        ) as part
        group by holder_id
      ) as settled on settled.holder_id = partner.id
      where partner.tenant_id = $n and partner.type = $n and ("partner"."type" <> 'customer' or true)
    ) as row
    where (row.enabled or row.opening <> 0 or row.closing <> 0) and true
  ) as "row"
)
select total.*,
  "row"."id" is null as "#empty",
  "row"."id" as "id",
  "row"."name" as "name",
  "row"."contacts" as "contacts",
  "row"."telephone" as "telephone",
  "row"."phone" as "phone",
  "row"."email" as "email",
  "row"."opening" as "opening",
  "row"."newDebt" as "newDebt",
  "row"."settled" as "settled",
  "row"."closing" as "closing",
  abroad.amounts as "foreign"
from (
  select count(*) as "#",
    coalesce(sum("row"."opening"), 0) as "#opening",
    coalesce(sum("row"."newDebt"), 0) as "#newDebt",
    coalesce(sum("row"."settled"), 0) as "#settled",
    coalesce(sum("row"."closing"), 0) as "#closing"
  from found as "row"
) as total
left join (
  select *
  from found as "row"
  order by "row"."closing" desc, "row"."id" desc
  limit $n
  offset $n
) as "row" on true
left join lateral (
  select string_agg(bills.currency || ' ' || trim_scale(bills.amount), ' · ' order by bills.currency) as
      amounts
  from (
    select part.currency, sum(part.amount) as amount
    from (
      select bill.currency, (bill.debt - bill.settled) * given.sign as amount
      from tenant_setting setting
      cross join unnest($n::text[], $n::int[]) as "given"(kind, sign)
      join document bill on bill.tenant_id = $n
        and bill.partner_id = "row".id
        and bill.kind = given.kind
        and bill.currency < setting.currency
      where setting.tenant_id = $n
        and bill.deleted_at is null
        and bill.debt <> bill.settled
        and bill.in_force
        and (true and true and true)
      union all
      select bill.currency, (bill.debt - bill.settled) * given.sign as amount
      from tenant_setting setting
      cross join unnest($n::text[], $n::int[]) as "given"(kind, sign)
      join document bill on bill.tenant_id = $n
        and bill.partner_id = "row".id
        and bill.kind = given.kind
        and bill.currency > setting.currency
      where setting.tenant_id = $n
        and bill.deleted_at is null
        and bill.debt <> bill.settled
        and bill.in_force
        and (true and true and true)
      union all
      select payer.currency, -given.sign * line.amount
      from tenant_setting setting
      cross join unnest($n::text[], $n::int[]) as "given"(kind, sign)
      join document payer on payer.tenant_id = $n
        and payer.partner_id = "row".id
        and payer.kind = given.kind
        and payer.currency <> setting.currency
      join document_line line on line.tenant_id = $n
        and line.document_id = payer.id
        and line.settled_document_id is null
        and line.account_id is null
        and line.item_id is null
        and line.sku_id is null
      where setting.tenant_id = $n
        and payer.deleted_at is null
        and payer.in_force
        and (true and true and true)
    ) as part
    group by part.currency
    having sum(part.amount) <> 0
  ) as bills
) as abroad on true
order by "row"."closing" desc, "row"."id" desc;
