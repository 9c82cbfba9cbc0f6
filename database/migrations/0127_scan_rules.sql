-- 0127 scan rules: codes of scales with weight or price, and characters that scanners type around a code.
--
-- Why:       scales print EAN-13 codes of prefixes 20 to 29, in formats that differ by company.
-- Invariant: without rules a code means only its own text, as before.
-- Locks:     tenant_setting for a moment.
alter table tenant_setting add column scan_rules jsonb not null
  default '{"weightCodes": [], "scannerPrefix": "", "scannerSuffix": ""}';
