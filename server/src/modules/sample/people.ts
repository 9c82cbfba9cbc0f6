// Whom the sample company deals with, and who works there.
import { said } from './goods.ts';
import type { Words } from './goods.ts';

/** In the order in which goods name them. The last sells abroad, in dollars. */
export const suppliers: readonly Words[] = [
  said('西湖茗源茶业', 'West Lake Tea Growers'),
  said('福鼎白茶合作社', 'Fuding White Tea Co-op'),
  said('禾香食品厂', 'Hexiang Foods'),
  said('临安坚果行', "Lin'an Nut House"),
  said('永康炊具制造', 'Yongkang Cookware Works'),
  said('阳江刀剪厂', 'Yangjiang Cutlery'),
  said('龙泉青瓷坊', 'Longquan Celadon Kilns'),
  said('淄博玻璃制品', 'Zibo Glassware'),
  said('高阳毛巾纺织', 'Gaoyang Towel Mills'),
  said('台州塑业', 'Taizhou Plastics'),
  said('慈溪电器', 'Cixi Appliances'),
  said('奥利安厨电（进口）', 'Orion Kitchen Imports'),
  said('宁波文具厂', 'Ningbo Stationery'),
  said('金华纸业', 'Jinhua Paper'),
  said('顺达包装', 'Shunda Packaging'),
];
export const ABROAD = 11;

/** Shops, offices and restaurants that buy on credit: how many days they take to pay, and how much they buy beside others. */
export interface SampleCustomer {
  readonly name: Words;
  readonly days: number;
  readonly wanted: number;
  /** A customer abroad, who pays in dollars. */
  readonly abroad?: boolean;
  /** Pays by the list for those who buy much. */
  readonly wholesale?: boolean;
}
const buyer = (zh: string, en: string, days: number, wanted: number): SampleCustomer => ({
  name: said(zh, en),
  days,
  wanted,
});

export const customers: readonly SampleCustomer[] = [
  { ...buyer('悦家超市', 'Yuejia Supermarket', 30, 6), wholesale: true },
  buyer('城北便民商店', 'Chengbei Corner Shop', 15, 4),
  buyer('半山咖啡', 'Banshan Coffee', 20, 3),
  buyer('云栖茶馆', 'Yunqi Tea House', 30, 4),
  buyer('木子生活馆', 'Muzi Living', 30, 4),
  buyer('晨光办公用品店', 'Morning Light Office Shop', 45, 3),
  buyer('江南春酒楼', 'Jiangnan Spring Restaurant', 60, 3),
  buyer('同济幼儿园', 'Tongji Kindergarten', 30, 2),
  buyer('万象酒店用品', 'Vientiane Hotel Supplies', 45, 4),
  buyer('好邻居社区店', 'Good Neighbour Store', 15, 3),
  buyer('优选礼品', 'Select Gifts', 30, 3),
  buyer('锦程装饰', 'Jincheng Interiors', 60, 2),
  buyer('天目山民宿', 'Tianmu Mountain Lodge', 30, 2),
  buyer('学海书店', 'Xuehai Bookshop', 45, 2),
  buyer('华庭物业', 'Huating Property', 90, 2),
  buyer('小满烘焙', 'Xiaoman Bakery', 20, 2),
  { ...buyer('蓝湾电商', 'Blue Bay Online', 30, 5), wholesale: true },
  buyer('百川贸易', 'Baichuan Trading', 120, 2),
  buyer('南塘老街杂货', 'Nantang Old Street Store', 15, 2),
  buyer('金桥培训中心', 'Golden Bridge Training', 60, 1),
  buyer('绿地健身', 'Greenland Fitness', 30, 1),
  buyer('时光摄影', 'Time Photography', 150, 1),
  { ...buyer('Maple & Co. 家居', 'Maple & Co. Home', 45, 2), abroad: true },
  buyer('临平批发部', 'Linping Wholesale', 30, 3),
];

export const members: readonly Words[] = [
  said('陈晓雯', 'Chen Xiaowen'),
  said('李建国', 'Li Jianguo'),
  said('王思涵', 'Wang Sihan'),
  said('赵雨桐', 'Zhao Yutong'),
  said('孙丽', 'Sun Li'),
  said('周子轩', 'Zhou Zixuan'),
  said('吴佩珊', 'Wu Peishan'),
  said('郑浩', 'Zheng Hao'),
  said('冯雪', 'Feng Xue'),
  said('蒋文博', 'Jiang Wenbo'),
  said('沈秋月', 'Shen Qiuyue'),
  said('韩磊', 'Han Lei'),
  said('杨柳', 'Yang Liu'),
  said('朱明哲', 'Zhu Mingzhe'),
  said('秦岚', 'Qin Lan'),
  said('许诺', 'Xu Nuo'),
];

export const salespeople: readonly Words[] = [
  said('林晨', 'Lin Chen'),
  said('何静', 'He Jing'),
  said('唐浩然', 'Tang Haoran'),
];
export const keepers: readonly Words[] = [said('老周', 'Zhou Senior'), said('小马', 'Ma Junior')];
export const cashiers: readonly Words[] = [said('苏敏', 'Su Min')];

/** Who signs in, beside the owner. */
export const users: readonly { readonly role: string; readonly name: Words }[] = [
  { role: 'manager', name: said('顾经理', 'Gu Manager') },
  { role: 'salesperson', name: said('林晨', 'Lin Chen') },
  { role: 'keeper', name: said('老周', 'Zhou Senior') },
  { role: 'finance', name: said('苏敏', 'Su Min') },
];
