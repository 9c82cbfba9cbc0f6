-- 0061 barcodes by their reader: a line needs no foreign key to a barcode that its writer holds.
--
-- Why:       a line asked whether its barcode is there, and locked it, though who writes it has just read it: that was half
--            of what a line cost to write.
-- Invariant: the barcode that a line names is there and of its SKU (X1). Who saves holds it from reading it until the commit;
--            who lets barcodes or products go holds them alone first, and looks then whether a line names them.
-- Locks:     access exclusive on document_line and barcode for a moment; nothing is read.
alter table document_line drop constraint document_line__barcode;
