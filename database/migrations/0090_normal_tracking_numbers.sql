-- 0090 normal tracking numbers: shipments store the form that labels, filters and bills of carriers compare.
--
-- Why:       a number stored with blanks or in lower case was found by no filter, and could be given again.
-- Invariant: a carrier has a number once among its shipments in force. Numbers that differ only by their
--            spelling keep it, because each belongs to another shipment.
-- Locks:     the changed rows of a batch.
-- Fills:     logistics_order.id, 1000 at a time
update logistics_order
set tracking = upper(regexp_replace(normalize(tracking, NFKC), '\s', '', 'g'))
where tenant_id = $1 and id > $2 and id <= $3
  and tracking <> upper(regexp_replace(normalize(tracking, NFKC), '\s', '', 'g'))
  and not exists (
    select from logistics_order other
    where other.tenant_id = $1 and other.company_id = logistics_order.company_id
      and other.id <> logistics_order.id and other.state <> 'cancelled'
      and upper(regexp_replace(normalize(other.tracking, NFKC), '\s', '', 'g'))
        = upper(regexp_replace(normalize(logistics_order.tracking, NFKC), '\s', '', 'g')));
