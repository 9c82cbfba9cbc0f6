-- 0080 menu words: pages are named by the trade's standard terms.
--
-- Why:       the menu said one thing in several words, and the seed leaves pages that exist as they are.
-- Invariant: a page that an operator named otherwise keeps its name.
-- Locks:     the renamed rows of function for a moment.

update function set name_zh = words.after
from (values
  ('其它入库', '其他入库'), ('其它出库', '其他出库'), ('待定级调整', '品质定级'), ('收预付款', '会员充值'), ('退预付款', '会员退款'),
  ('商品SKU', 'SKU 库存'), ('多单位', '计量单位组'), ('多属性', '规格属性'), ('活动锁库存', '促销活动'), ('商品属性', '商品扩展字段'),
  ('经手人管理', '经手人')) as words (before, after)
where function.name_zh = words.before;
update function set name_en = words.after
from (values
  ('Retail outbound', 'Till sale'), ('Retail return', 'Till return'), ('Purchase review', 'Purchase approval'),
  ('Sales outbound', 'Delivery'), ('Orders from elsewhere', 'Marketplace orders'), ('Other inbound', 'Other receipt'),
  ('Other outbound', 'Other issue')) as words (before, after)
where function.name_en = words.before;
