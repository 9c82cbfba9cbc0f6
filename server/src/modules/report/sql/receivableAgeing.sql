with found as materialized (
  select "row"."id" as "id",
    "row"."name" as "name",
    "row"."notDue" as "notDue",
    "row"."days30" as "days30",
    "row"."days60" as "days60",
    "row"."days90" as "days90",
    "row"."over90" as "over90",
    "row"."overdue" as "overdue",
    "row"."total" as "total"
  from (
    select row.*
    from (
      select partner.id,
        partner.name,
        partner.contacts,
        partner.phone,
        aged."notDue",
        aged."days30",
        aged."days60",
        aged."days90",
        aged."over90",
        aged."days30" + aged."days60" + aged."days90" + aged."over90" as overdue,
        aged."notDue" + aged."days30" + aged."days60" + aged."days90" + aged."over90" as total
      from (
        select partner_id,
          coalesce(recent."notDue", 0) as "notDue",
          coalesce(recent."days30", 0) as "days30",
          coalesce(recent."days60", 0) as "days60",
          coalesce(recent."days90", 0) as "days90",
          1 * coalesce(held.amount, 0) - coalesce(recent."notDue", 0) - coalesce(recent."days30", 0) -
              coalesce(recent."days60", 0) - coalesce(recent."days90", 0) as over90,
          coalesce(recent.worthless, false)
          or old.partner_id is not null as worthless
        from (
          select open.partner_id,
            coalesce(sum(open.amount) filter (where (true and ($n::date - open.due_on) <= 0)), 0) as
                "notDue",
            coalesce(sum(open.amount) filter
                (where (($n::date - open.due_on) >= 1 and ($n::date - open.due_on) <= 30)), 0) as "days30",
            coalesce(sum(open.amount) filter
                (where (($n::date - open.due_on) >= 31 and ($n::date - open.due_on) <= 60)), 0) as "days60",
            coalesce(sum(open.amount) filter
                (where (($n::date - open.due_on) >= 61 and ($n::date - open.due_on) <= 90)), 0) as "days90",
            bool_or((open.amount = 0 and open.original <> 0)) as worthless
          from (
            select bill.id,
              bill.kind,
              false as opening,
              bill.partner_id,
              bill.number,
              bill.business_date,
              bill.due_on,
              bill.currency,
              own.debt * given.sign - paid.amount as original,
              (case when bill.exchange_rate = 1 then own.debt else
                  round(own.debt * bill.exchange_rate, bill.money_digits) end) * given.sign - paid.booked as
                  amount
            from document bill
            join unnest($n::text[], $n::int[]) as "given"(kind, sign) on given.kind = bill.kind
            cross join lateral (
              select case when bill.business_date <= $n::date then bill.debt else 0 end as debt
            ) own
            cross join lateral (
              select coalesce(sum(line.amount), 0) as amount, coalesce(sum(line.booked), 0) as booked
              from document_line line
              join document payer on payer.tenant_id = $n
                and payer.id = line.document_id
                and payer.in_force
                and payer.business_date <= $n::date
              where line.tenant_id = $n and line.settled_document_id = bill.id and bill.settled <> 0
            ) paid
            where bill.tenant_id = $n
              and bill.deleted_at is null
              and bill.in_force
              and bill.due_on >= $n::date
              and bill.debt <> bill.settled
              and bill.business_date <= $n::date
              and (true and true and true)
            union all
            select bill.id,
              bill.kind,
              false as opening,
              bill.partner_id,
              bill.number,
              bill.business_date,
              bill.due_on,
              bill.currency,
              own.debt * given.sign - paid.amount as original,
              (case when bill.exchange_rate = 1 then own.debt else
                  round(own.debt * bill.exchange_rate, bill.money_digits) end) * given.sign - paid.booked as
                  amount
            from document bill
            join unnest($n::text[], $n::int[]) as "given"(kind, sign) on given.kind = bill.kind
            cross join lateral (
              select case when bill.business_date <= $n::date then bill.debt else 0 end as debt
            ) own
            cross join lateral (
              select coalesce(sum(line.amount), 0) as amount, coalesce(sum(line.booked), 0) as booked
              from document_line line
              join document payer on payer.tenant_id = $n
                and payer.id = line.document_id
                and payer.in_force
                and payer.business_date <= $n::date
              where line.tenant_id = $n and line.settled_document_id = bill.id and bill.settled <> 0
            ) paid
            where bill.tenant_id = $n
              and bill.deleted_at is null
              and bill.in_force
              and bill.due_on >= $n::date
              and not (bill.debt <> bill.settled and bill.business_date <= $n::date)
              and bill.id in (
                select line.settled_document_id
                from document payer
                join document_line line on line.tenant_id = $n and line.document_id = payer.id
                where payer.tenant_id = $n
                  and payer.kind = any($n::text[])
                  and payer.deleted_at is null
                  and payer.in_force
                  and
                      (("payer"."business_date" >= $n::date) and "payer"."business_time" >=
                      ($n::date - 1)::timestamp at time zone 'UTC')
                union
                select late.id
                from document late
                where late.tenant_id = $n
                  and late.kind = any($n::text[])
                  and late.deleted_at is null
                  and late.settled <> 0
                  and
                      (("late"."business_date" >= $n::date) and "late"."business_time" >=
                      ($n::date - 1)::timestamp at time zone 'UTC')
              )
              and (true and true and true)
            union all
            select coalesce(max(part.opening_id), max(part.payer_id)),
              'openingBalance',
              true,
              part.partner_id,
              '',
              max(part.business_date),
              case when sum(part.amount) < 0 then $n::date else min(part.due_on) end,
              part.currency,
              sum(part.original),
              sum(part.amount)
            from (
              select opening.id as opening_id,
                null as payer_id,
                opening.partner_id,
                opening.business_date,
                opening.due_on,
                opening.currency,
                own.amount as original,
                own.amount
              from document opening
              cross join lateral (
                select greatest(1 * opening.total_amount, 0) as amount
              ) own
              where opening.tenant_id = $n
                and opening.kind = 'openingBalance'
                and opening.deleted_at is null
                and opening.in_force
                and opening.business_date <= $n::date
                and (true and true and true)
              union all
              select null,
                payer.id,
                payer.partner_id,
                payer.business_date,
                payer.business_date,
                payer.currency,
                -given.sign * line.amount,
                -given.sign * line.booked
              from document_line line
              cross join lateral (
                select *
                from document payer
                where payer.tenant_id = $n and payer.id = line.document_id
                offset 0
              ) payer
              join unnest($n::text[], $n::int[]) as "given"(kind, sign) on given.kind = payer.kind
              where line.tenant_id = $n
                and line.settled_document_id is null
                and line.account_id is null
                and line.item_id is null
                and line.sku_id is null
                and payer.in_force
                and payer.business_date <= $n::date
                and (true and true and true)
            ) part
            join partner on partner.tenant_id = $n and partner.id = part.partner_id and partner.type = $n
            group by part.partner_id, part.currency
            having sum(part.amount) < 0 or min(part.due_on) >= $n::date
          ) as open
          group by 1
        ) as recent
        full join (
          select holder_id as partner_id, amount
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
          ) as purse
        ) as held using (partner_id)
        full join (
          select open.partner_id, bool_or(open.original > 0) as owes
          from (
            select bill.id,
              bill.kind,
              false as opening,
              bill.partner_id,
              bill.number,
              bill.business_date,
              bill.due_on,
              bill.currency,
              own.debt * given.sign - paid.amount as original,
              (case when bill.exchange_rate = 1 then own.debt else
                  round(own.debt * bill.exchange_rate, bill.money_digits) end) * given.sign - paid.booked as
                  amount
            from document bill
            join unnest($n::text[], $n::int[]) as "given"(kind, sign) on given.kind = bill.kind
            cross join lateral (
              select case when bill.business_date <= $n::date then bill.debt else 0 end as debt
            ) own
            cross join lateral (
              select coalesce(sum(line.amount), 0) as amount, coalesce(sum(line.booked), 0) as booked
              from document_line line
              join document payer on payer.tenant_id = $n
                and payer.id = line.document_id
                and payer.in_force
                and payer.business_date <= $n::date
              where line.tenant_id = $n and line.settled_document_id = bill.id and bill.settled <> 0
            ) paid
            where bill.tenant_id = $n
              and bill.deleted_at is null
              and bill.in_force
              and bill.currency <> (
                select currency
                from tenant_setting
                where tenant_id = $n
              )
              and bill.due_on < $n::date
              and bill.debt <> bill.settled
              and bill.business_date <= $n::date
              and (true and true and true)
            union all
            select bill.id,
              bill.kind,
              false as opening,
              bill.partner_id,
              bill.number,
              bill.business_date,
              bill.due_on,
              bill.currency,
              own.debt * given.sign - paid.amount as original,
              (case when bill.exchange_rate = 1 then own.debt else
                  round(own.debt * bill.exchange_rate, bill.money_digits) end) * given.sign - paid.booked as
                  amount
            from document bill
            join unnest($n::text[], $n::int[]) as "given"(kind, sign) on given.kind = bill.kind
            cross join lateral (
              select case when bill.business_date <= $n::date then bill.debt else 0 end as debt
            ) own
            cross join lateral (
              select coalesce(sum(line.amount), 0) as amount, coalesce(sum(line.booked), 0) as booked
              from document_line line
              join document payer on payer.tenant_id = $n
                and payer.id = line.document_id
                and payer.in_force
                and payer.business_date <= $n::date
              where line.tenant_id = $n and line.settled_document_id = bill.id and bill.settled <> 0
            ) paid
            where bill.tenant_id = $n
              and bill.deleted_at is null
              and bill.in_force
              and bill.currency <> (
                select currency
                from tenant_setting
                where tenant_id = $n
              )
              and bill.due_on < $n::date
              and not (bill.debt <> bill.settled and bill.business_date <= $n::date)
              and bill.id in (
                select line.settled_document_id
                from document payer
                join document_line line on line.tenant_id = $n and line.document_id = payer.id
                where payer.tenant_id = $n
                  and payer.kind = any($n::text[])
                  and payer.deleted_at is null
                  and payer.in_force
                  and
                      (("payer"."business_date" >= $n::date) and "payer"."business_time" >=
                      ($n::date - 1)::timestamp at time zone 'UTC')
                union
                select late.id
                from document late
                where late.tenant_id = $n
                  and late.kind = any($n::text[])
                  and late.deleted_at is null
                  and late.settled <> 0
                  and
                      (("late"."business_date" >= $n::date) and "late"."business_time" >=
                      ($n::date - 1)::timestamp at time zone 'UTC')
              )
              and (true and true and true)
          ) as open
          where open.amount = 0 and open.original <> 0
          group by 1
        ) as old using (partner_id)
      ) as aged
      join partner on partner.tenant_id = $n and partner.id = aged.partner_id
      where partner.type = $n
        and ("partner"."type" <> 'customer' or true)
        and
            (aged.worthless or aged."notDue" <> 0 or aged."days30" <> 0 or aged."days60" <> 0 or
            aged."days90" <> 0 or aged."over90" <> 0)
    ) as row
    where true
  ) as "row"
)
select total.*,
  "row"."id" is null as "#empty",
  "row"."id" as "id",
  "row"."name" as "name",
  "row"."notDue" as "notDue",
  "row"."days30" as "days30",
  "row"."days60" as "days60",
  "row"."days90" as "days90",
  "row"."over90" as "over90",
  "row"."overdue" as "overdue",
  "row"."total" as "total"
from (
  select count(*) as "#",
    coalesce(sum("row"."notDue"), 0) as "#notDue",
    coalesce(sum("row"."days30"), 0) as "#days30",
    coalesce(sum("row"."days60"), 0) as "#days60",
    coalesce(sum("row"."days90"), 0) as "#days90",
    coalesce(sum("row"."over90"), 0) as "#over90",
    coalesce(sum("row"."overdue"), 0) as "#overdue",
    coalesce(sum("row"."total"), 0) as "#total"
  from found as "row"
) as total
left join (
  select *
  from found as "row"
  order by "row"."total" desc, "row"."id" desc
  limit $n
  offset $n
) as "row" on true
order by "row"."total" desc, "row"."id" desc;
