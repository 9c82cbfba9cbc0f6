-- 0089 plain names: switches of the platform without "(0 no, 1 yes)", and reports of goods by the glossary.
--
-- Why:       switches are answered with Yes or No, and the English menu said "Inbound" and "Outbound"; the
--            seed leaves settings and pages that exist as they are.
-- Invariant: a page that an operator named otherwise keeps its name. Page views are counted as before: any
--            value but 0 meant yes.
-- Locks:     the renamed rows of platform_config and function for a moment.

update platform_config set label = new.label
from (values
  ('开放注册（0 否，1 是）', '开放注册'),
  ('统计页面访问（0 否，1 是）', '统计页面访问'),
  ('三联打印启用标记（0 否，1 是）', '三联打印')
) as new (old, label)
where platform_config.label = new.old;

update platform_config set value = '1' where key = 'count_views' and value not in ('0', '1');

update function set name_en = new.name
from (values
  ('Inbound detail', 'Goods in detail'),
  ('Outbound detail', 'Goods out detail'),
  ('Inbound summary', 'Goods in summary'),
  ('Outbound summary', 'Goods out summary')
) as new (old, name)
where function.name_en = new.old;
