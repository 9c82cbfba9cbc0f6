-- 0060 months among days: how many rows of a roll-up are of one month, or of some days.
--
-- Why:       a month stands on its first day, beside the days of that month. Guessed by grain and by day apart, a month of stock
--            seemed to have 422 rows where it has 11,474, and plans were made for these.
-- Invariant: none; what can be read stays as it was.
-- Locks:     none that stops who reads or writes; 30,000 rows of each table are looked at.
-- Apart:     a table that is being vacuumed holds back no other
create statistics if not exists stock_period__grain_and_day (mcv) on grain, starts_on from stock_period;
create statistics if not exists sku_period__grain_and_day (mcv) on grain, starts_on from sku_period;
create statistics if not exists money_period__grain_and_day (mcv) on grain, starts_on from money_period;
create statistics if not exists trade_period__grain_and_day (mcv) on grain, starts_on from trade_period;
create statistics if not exists partner_trade__grain_and_day (mcv) on grain, starts_on from partner_trade;
analyze stock_period;
analyze sku_period;
analyze money_period;
analyze trade_period;
analyze partner_trade;
