-- Whatever a row names without a foreign key is of the same company.
select null::bigint as document_id, null::bigint as sku_id, reference.what as subject, format('%s is nobody’s here', reference.id) as detail
from (
  select 'session' as what, session.user_id::text as id from session
  where session.tenant_id = $1 and not exists (select from app_user where app_user.tenant_id = $1 and app_user.id = session.user_id)
  union all
  select 'login ' || login.login_name, login.user_id::text from login
  where login.tenant_id = $1 and not exists (
    select from app_user where app_user.tenant_id = $1 and app_user.id = login.user_id and app_user.login_name = login.login_name)
  union all
  select 'account purse', money_balance.holder_id::text from money_balance
  where money_balance.tenant_id = $1 and money_balance.purse = 'account'
    and not exists (select from account where account.tenant_id = $1 and account.id = money_balance.holder_id)
  union all
  select money_balance.purse || ' purse', money_balance.holder_id::text from money_balance
  where money_balance.tenant_id = $1 and money_balance.purse in ('receivable', 'payable', 'deposit', 'prepaid') and money_balance.holder_id <> 0
    and not exists (select from partner where partner.tenant_id = $1 and partner.id = money_balance.holder_id)
  union all
  select 'item purse', money_balance.holder_id::text from money_balance
  where money_balance.tenant_id = $1 and money_balance.purse = 'item'
    and not exists (select from in_out_item where in_out_item.tenant_id = $1 and in_out_item.id = money_balance.holder_id)
  union all
  select 'serial ' || serial_number.serial, serial_number.in_document_id::text from serial_number
  where serial_number.tenant_id = $1
    and not exists (select from document where document.tenant_id = $1 and document.id = serial_number.in_document_id)
  union all
  select 'serial ' || serial_number.serial, serial_number.out_document_id::text from serial_number
  where serial_number.tenant_id = $1 and serial_number.out_document_id is not null
    and not exists (select from document where document.tenant_id = $1 and document.id = serial_number.out_document_id)
  union all
  select 'salesperson of ' || coalesce(document.number, ''), person_id::text
  from document cross join lateral unnest(document.salesperson_ids) person_id
  where document.tenant_id = $1 and not exists (select from person where person.tenant_id = $1 and person.id = person_id)
) reference
