-- Every user signs in by exactly one login of the same name.
select null::bigint as document_id, null::bigint as sku_id, format('user %s', app_user.login_name) as subject, 'has no login' as detail
from app_user
where app_user.tenant_id = $1 and not exists (
  select from login where login.tenant_id = $1 and login.user_id = app_user.id and login.login_name = app_user.login_name)
