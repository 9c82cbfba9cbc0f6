-- 0119 user nickname: how the product addresses a user, beside the real name of lists and papers.
--
-- Why:       the greeting uses a familiar name; documents and lists need the name of the person.
-- Invariant: empty: the product addresses the user by the real name. Existing users stay empty, so a
--            later change of their real name reaches the greeting.
-- Locks:     app_user for a moment.
alter table app_user add column nickname text not null default '';
