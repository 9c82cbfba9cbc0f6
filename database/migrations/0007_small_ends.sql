-- 0007 small ends: settings of the platform that nothing reads.
--
-- Why:       a page must not offer what changes nothing: no captcha, mail or phone app is there to be set.
-- Invariant: every setting of the platform is read by something.
-- Locks:     a few rows of a small table.
delete from platform_config
where key in ('checkcode_flag', 'app_version', 'email_from', 'email_auth_code', 'email_smtp_host');
