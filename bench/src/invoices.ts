import { invoicedAs, kindCodes } from '@tradehouse/domain';

const signs = kindCodes
  .flatMap((kind) => {
    const as = invoicedAs(kind);
    return as === null ? [] : [`('${kind}', '${as.direction}', ${as.sign})`];
  })
  .join();

/**
 * Invoices a partner's bills of a month on the first day of the third month after. One in thirty is halved;
 * the rest follows a year later. A filling step that reads documents alone.
 */
export const invoices = `
  create temp table g_part as
    select d.id as document_id, d.partner_id, given.direction, given.sign * part.amount as amount,
      (date_trunc('month', d.business_date) + make_interval(months => part.months))::date as day
    from document d
    join (values ${signs}) as given(kind, direction, sign) on given.kind = d.kind
    cross join lateral (select trunc(d.payable / 2, 2) as half) as parted
    cross join lateral (values
      (3, case when d.id % 30 = 0 then parted.half else d.payable end), (15, case when d.id % 30 = 0 then d.payable - parted.half end)
    ) as part(months, amount)
    where d.tenant_id = $tenant and d.id >= $base and d.in_force and d.partner_id is not null and part.amount <> 0;
  delete from g_part where day > current_date;
  create temp table g_invoice as
    select direction, partner_id, day, sum(amount) as amount,
      'FP' || to_char(day, 'YYMM') || lpad((row_number() over (order by day, direction, partner_id))::text, 7, '0') as number
    from g_part group by 1, 2, 3 having sum(amount) <> 0;
  insert into invoice (tenant_id, direction, kind, number, invoice_date, partner_id, currency, net, tax, gross, creator_id, created_at)
    select $tenant, direction, 'vat', number, day, partner_id, 'USD', amount, 0, amount, $user, day + time '11:00'
    from g_invoice order by day, number;
  insert into invoice_bill (tenant_id, invoice_id, document_id, amount)
    select $tenant, v.id, p.document_id, p.amount
    from g_part p join g_invoice g using (direction, partner_id, day) join invoice v on v.tenant_id = $tenant and v.number = g.number
    order by v.id, p.document_id;`;
