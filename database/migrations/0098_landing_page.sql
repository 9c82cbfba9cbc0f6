-- 0098 landing page: the page that opens after signing in, chosen by a role or by the company.
--
-- Why:       a keeper begins with the stock, a salesperson with the orders, but every sign-in showed home.
-- Invariant: none; an empty address or a page that the user may not open means the next choice, at last home.
-- Locks:     role and tenant_setting, for a moment each.
alter table role add column landing_url text not null default '';
alter table tenant_setting add column landing_url text not null default '';
