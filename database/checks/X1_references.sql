-- Whatever a row names without a foreign key is of the same company.
select reference.document_id, null::bigint as sku_id, reference.what as subject, format('%s is no one’s here', reference.id) as detail
from ({{lost_names}}
  union all
  select null::bigint, 'session', session.user_id::text from session
  where session.tenant_id = $1 and not exists (select from app_user where app_user.tenant_id = $1 and app_user.id = session.user_id)
  union all
  select null::bigint, 'login ' || login.login_name, login.user_id::text from login
  where login.tenant_id = $1 and not exists (
    select from app_user where app_user.tenant_id = $1 and app_user.id = login.user_id and app_user.login_name = login.login_name)
) reference
