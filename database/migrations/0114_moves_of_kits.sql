-- 0114 moves of kits: the moves that name a kit are found without the other moves.
--
-- Why:       the deletion of a product looks for moves that name the product as a kit.
-- Invariant: a SKU named by a move as a kit exists for ever. A move without a kit pays nothing.
-- Locks:     none that stops anyone; it waits for every transaction that began before it.
-- Apart:     what a try leaves behind that failed goes first
drop index concurrently if exists stock_move__of_kit;
create index concurrently stock_move__of_kit on stock_move (tenant_id, kit_sku_id) where kit_sku_id is not null;
