-- Over all its documents a partner has used no more deposit than there was.
select null::bigint as document_id, null::bigint as sku_id, format('deposit of partner %s (%s)', partner.id, partner.name) as subject,
  format('purse holds %s', balance.amount) as detail
from money_balance balance
join partner on partner.tenant_id = $1 and partner.id = balance.holder_id
where balance.tenant_id = $1 and balance.purse = 'deposit'
  and case partner.type when 'supplier' then balance.amount < 0 else balance.amount > 0 end
