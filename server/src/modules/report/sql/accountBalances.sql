select count(*) as "#",
  coalesce(sum("row"."openingAmount"), 0) as "openingAmount",
  coalesce(sum("row"."monthAmount"), 0) as "monthAmount",
  coalesce(sum("row"."balance"), 0) as "balance"
from (
  select account.id,
    account.name,
    account.number,
    account.opening_amount as "openingAmount",
    coalesce(period.amount, 0) as "monthAmount",
    coalesce(held.amount, 0) as balance
  from account
  join tenant_setting as setting on setting.tenant_id = $n
  left join (
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
  ) as held on held.holder_id = account.id
  cross join lateral (
    select sum(amount) as amount
    from whole_money_period
    where tenant_id = $n
      and purse = 'account'
      and holder_id = account.id
      and grain = 'd'
      and starts_on between date_trunc('month', $n::date)::date and $n::date
  ) as period
  where account.tenant_id = $n
) as "row";

select "row"."id" as "id",
  "row"."name" as "name",
  "row"."number" as "number",
  "row"."openingAmount" as "openingAmount",
  "row"."monthAmount" as "monthAmount",
  "row"."balance" as "balance"
from (
  select account.id,
    account.name,
    account.number,
    account.opening_amount as "openingAmount",
    coalesce(period.amount, 0) as "monthAmount",
    coalesce(held.amount, 0) as balance
  from account
  join tenant_setting as setting on setting.tenant_id = $n
  left join (
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
  ) as held on held.holder_id = account.id
  cross join lateral (
    select sum(amount) as amount
    from whole_money_period
    where tenant_id = $n
      and purse = 'account'
      and holder_id = account.id
      and grain = 'd'
      and starts_on between date_trunc('month', $n::date)::date and $n::date
  ) as period
  where account.tenant_id = $n
) as "row"
order by "row"."name" collate "zh-x-icu" asc, "row"."id" asc
limit $n
offset $n;
