-- 0088 custom reports: the English menu names the page by the word of the glossary.
--
-- Why:       the menu said "Own reports", and the seed leaves pages that exist as they are.
-- Invariant: a page that an operator named otherwise keeps its name.
-- Locks:     the renamed row of function for a moment.

update function set name_en = 'Custom reports' where function.name_en = 'Own reports';
