// Business partners and staff of the sample company.
import { makeSampleWords } from './goods.ts';
import type { SampleWords } from './goods.ts';

/** Suppliers in the order used by the goods. The last sells abroad, in dollars. */
export const suppliers: readonly SampleWords[] = [
  makeSampleWords('西湖茗源茶业', 'West Lake Tea Growers'),
  makeSampleWords('福鼎白茶合作社', 'Fuding White Tea Co-op'),
  makeSampleWords('禾香食品厂', 'Hexiang Foods'),
  makeSampleWords('临安坚果行', "Lin'an Nut House"),
  makeSampleWords('永康炊具制造', 'Yongkang Cookware Works'),
  makeSampleWords('阳江刀剪厂', 'Yangjiang Cutlery'),
  makeSampleWords('龙泉青瓷坊', 'Longquan Celadon Kilns'),
  makeSampleWords('淄博玻璃制品', 'Zibo Glassware'),
  makeSampleWords('高阳毛巾纺织', 'Gaoyang Towel Mills'),
  makeSampleWords('台州塑业', 'Taizhou Plastics'),
  makeSampleWords('慈溪电器', 'Cixi Appliances'),
  makeSampleWords('奥利安厨电（进口）', 'Orion Kitchen Imports'),
  makeSampleWords('宁波文具厂', 'Ningbo Stationery'),
  makeSampleWords('金华纸业', 'Jinhua Paper'),
  makeSampleWords('顺达包装', 'Shunda Packaging'),
];
export const ABROAD = 11;

/** Shops, offices and restaurants with credit: days until payment, and relative demand. */
export interface SampleCustomer {
  readonly name: SampleWords;
  readonly days: number;
  readonly wanted: number;
  /** Foreign customer paying in dollars. */
  readonly abroad?: boolean;
  readonly wholesale?: boolean;
}
const makeSampleBuyer = (zh: string, en: string, days: number, wanted: number): SampleCustomer => ({
  name: makeSampleWords(zh, en),
  days,
  wanted,
});

export const customers: readonly SampleCustomer[] = [
  { ...makeSampleBuyer('悦家超市', 'Yuejia Supermarket', 30, 6), wholesale: true },
  makeSampleBuyer('城北便民商店', 'Chengbei Corner Shop', 15, 4),
  makeSampleBuyer('半山咖啡', 'Banshan Coffee', 20, 3),
  makeSampleBuyer('云栖茶馆', 'Yunqi Tea House', 30, 4),
  makeSampleBuyer('木子生活馆', 'Muzi Living', 30, 4),
  makeSampleBuyer('晨光办公用品店', 'Morning Light Office Shop', 45, 3),
  makeSampleBuyer('江南春酒楼', 'Jiangnan Spring Restaurant', 60, 3),
  makeSampleBuyer('同济幼儿园', 'Tongji Kindergarten', 30, 2),
  makeSampleBuyer('万象酒店用品', 'Vientiane Hotel Supplies', 45, 4),
  makeSampleBuyer('好邻居社区店', 'Good Neighbour Store', 15, 3),
  makeSampleBuyer('优选礼品', 'Select Gifts', 30, 3),
  makeSampleBuyer('锦程装饰', 'Jincheng Interiors', 60, 2),
  makeSampleBuyer('天目山民宿', 'Tianmu Mountain Lodge', 30, 2),
  makeSampleBuyer('学海书店', 'Xuehai Bookshop', 45, 2),
  makeSampleBuyer('华庭物业', 'Huating Property', 90, 2),
  makeSampleBuyer('小满烘焙', 'Xiaoman Bakery', 20, 2),
  { ...makeSampleBuyer('蓝湾电商', 'Blue Bay Online', 30, 5), wholesale: true },
  makeSampleBuyer('百川贸易', 'Baichuan Trading', 120, 2),
  makeSampleBuyer('南塘老街杂货', 'Nantang Old Street Store', 15, 2),
  makeSampleBuyer('金桥培训中心', 'Golden Bridge Training', 60, 1),
  makeSampleBuyer('绿地健身', 'Greenland Fitness', 30, 1),
  makeSampleBuyer('时光摄影', 'Time Photography', 150, 1),
  { ...makeSampleBuyer('Maple & Co. 家居', 'Maple & Co. Home', 45, 2), abroad: true },
  makeSampleBuyer('临平批发部', 'Linping Wholesale', 30, 3),
];

export const members: readonly SampleWords[] = [
  makeSampleWords('陈晓雯', 'Chen Xiaowen'),
  makeSampleWords('李建国', 'Li Jianguo'),
  makeSampleWords('王思涵', 'Wang Sihan'),
  makeSampleWords('赵雨桐', 'Zhao Yutong'),
  makeSampleWords('孙丽', 'Sun Li'),
  makeSampleWords('周子轩', 'Zhou Zixuan'),
  makeSampleWords('吴佩珊', 'Wu Peishan'),
  makeSampleWords('郑浩', 'Zheng Hao'),
  makeSampleWords('冯雪', 'Feng Xue'),
  makeSampleWords('蒋文博', 'Jiang Wenbo'),
  makeSampleWords('沈秋月', 'Shen Qiuyue'),
  makeSampleWords('韩磊', 'Han Lei'),
  makeSampleWords('杨柳', 'Yang Liu'),
  makeSampleWords('朱明哲', 'Zhu Mingzhe'),
  makeSampleWords('秦岚', 'Qin Lan'),
  makeSampleWords('许诺', 'Xu Nuo'),
];

export const salespeople: readonly SampleWords[] = [
  makeSampleWords('林晨', 'Lin Chen'),
  makeSampleWords('何静', 'He Jing'),
  makeSampleWords('唐浩然', 'Tang Haoran'),
];
export const keepers: readonly SampleWords[] = [
  makeSampleWords('老周', 'Zhou Senior'),
  makeSampleWords('小马', 'Ma Junior'),
];
export const cashiers: readonly SampleWords[] = [makeSampleWords('苏敏', 'Su Min')];

/** Users of a company, in addition to the owner. */
export const users: readonly { readonly role: string; readonly name: SampleWords }[] = [
  { role: 'manager', name: makeSampleWords('顾经理', 'Gu Manager') },
  { role: 'salesperson', name: makeSampleWords('林晨', 'Lin Chen') },
  { role: 'keeper', name: makeSampleWords('老周', 'Zhou Senior') },
  { role: 'finance', name: makeSampleWords('苏敏', 'Su Min') },
];
