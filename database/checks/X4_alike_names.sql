-- Names of a kind that differ only in widths or blanks are one name.
-- Those that an older version kept apart are listed until one of them is called otherwise.
select null::bigint as document_id, null::bigint as sku_id, format('%s %L', wall, name) as subject,
  format('reads like %L: call one of them otherwise', other) as detail
from (
  select 'institution' as wall, row.name as name, other.name as other from institution as row join institution as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'role' as wall, row.name as name, other.name as other from role as row join role as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'warehouse' as wall, row.name as name, other.name as other from warehouse as row join warehouse as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'partner' as wall, row.name as name, other.name as other from partner as row join partner as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.type is not distinct from row.type and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'account' as wall, row.name as name, other.name as other from account as row join account as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'person' as wall, row.name as name, other.name as other from person as row join person as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.type is not distinct from row.type and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'in_out_item' as wall, row.name as name, other.name as other from in_out_item as row join in_out_item as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'unit' as wall, row.name as name, other.name as other from unit as row join unit as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'category' as wall, row.name as name, other.name as other from category as row join category as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.parent_id is not distinct from row.parent_id and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'brand' as wall, row.name as name, other.name as other from brand as row join brand as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'brand' as wall, row.code as name, other.code as other from brand as row join brand as other on other.tenant_id = $1
    and normal_text(other.code) = normal_text(row.code) and other.code <> row.code
  where row.tenant_id = $1 and row.colliding_code = row.code
  union all
  select 'attribute' as wall, row.name as name, other.name as other from attribute as row join attribute as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'service' as wall, row.name as name, other.name as other from service as row join service as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'activity' as wall, row.name as name, other.name as other from activity as row join activity as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'revenue_class' as wall, row.name as name, other.name as other from revenue_class as row join revenue_class as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.parent_id is not distinct from row.parent_id and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'ledger_account' as wall, row.name as name, other.name as other from ledger_account as row join ledger_account as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'ledger_account' as wall, row.code as name, other.code as other from ledger_account as row join ledger_account as other on other.tenant_id = $1
    and normal_text(other.code) = normal_text(row.code) and other.code <> row.code
  where row.tenant_id = $1 and row.colliding_code = row.code
  union all
  select 'price_list' as wall, row.name as name, other.name as other from price_list as row join price_list as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'saved_view' as wall, row.name as name, other.name as other from saved_view as row join saved_view as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.user_id is not distinct from row.user_id and other.list is not distinct from row.list and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'label_template' as wall, row.name as name, other.name as other from label_template as row join label_template as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'oauth_app' as wall, row.name as name, other.name as other from oauth_app as row join oauth_app as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'logistics_company' as wall, row.name as name, other.name as other from logistics_company as row join logistics_company as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'logistics_company' as wall, row.code as name, other.code as other from logistics_company as row join logistics_company as other on other.tenant_id = $1
    and normal_text(other.code) = normal_text(row.code) and other.code <> row.code
  where row.tenant_id = $1 and row.colliding_code = row.code
  union all
  select 'webhook' as wall, row.name as name, other.name as other from webhook as row join webhook as other on other.tenant_id = $1
    and normal_text(other.name) = normal_text(row.name) and other.name <> row.name
  where row.tenant_id = $1 and row.colliding_name = row.name
  union all
  select 'barcode' as wall, row.code as name, other.code as other from barcode as row join barcode as other on other.tenant_id = $1
    and normal_text(other.code) = normal_text(row.code) and other.code <> row.code
  where row.tenant_id = $1 and row.colliding_code = row.code
  union all
  select 'serial_number' as wall, row.serial as name, other.serial as other from serial_number as row join serial_number as other on other.tenant_id = $1
    and normal_text(other.serial) = normal_text(row.serial) and other.sku_id is not distinct from row.sku_id and other.serial <> row.serial
  where row.tenant_id = $1 and row.colliding_serial = row.serial
  union all
  select 'product_relation' as wall, row.outer_sku_code as name, other.outer_sku_code as other from product_relation as row join product_relation as other on other.tenant_id = $1
    and normal_text(other.outer_sku_code) = normal_text(row.outer_sku_code) and folded_text(other.platform) is not distinct from folded_text(row.platform) and normal_text(other.shop) is not distinct from normal_text(row.shop) and other.outer_sku_code <> row.outer_sku_code
  where row.tenant_id = $1 and row.colliding_outer_sku_code = row.outer_sku_code
  union all
  select 'external_order' as wall, row.number as name, other.number as other from external_order as row join external_order as other on other.tenant_id = $1
    and normal_text(other.number) = normal_text(row.number) and folded_text(other.platform) is not distinct from folded_text(row.platform) and normal_text(other.shop) is not distinct from normal_text(row.shop) and other.number <> row.number
  where row.tenant_id = $1 and row.colliding_number = row.number
) alike
