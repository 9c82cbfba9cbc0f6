import type { emptyListEn } from './emptyList.en.ts';

/** 空列表的用语：这里会有什么，下一步做什么。 */
export const emptyListZhCn: { readonly [Key in keyof typeof emptyListEn]: string } = {
  'emptyList.locked': '目前没有锁定的库存。要锁定商品，请显示全部库存，再点行尾的锁定。',
  'emptyList.ungraded': '还没有验货定级的商品会出现在这里，例如退货。在行尾给它定级。',
  'emptyList.graded': '定级过的商品会出现在这里。请先到待定级列表中定级。',
  'emptyList.recount': '初盘结束的盘点单会出现在这里。请先到“盘点录入”结束初盘，再来复盘、审核。',
  'emptyList.carriers': '这里是发货用的物流公司。请先新增一家，填写运价或接口。',
  'emptyList.shipments': '用物流公司发出的货会出现在这里。请在销售出库单上生成面单。',
  'emptyList.freight': '每张面单的运费会出现在这里。请先生成面单，或导入运费账单。',
  'emptyList.externalOrders': '店铺和平台的订单先到这里，再转为销售订单。请导入订单，或手工录入。',
  'emptyList.relations': '平台的商品编码对应自己的哪个商品，记在这里。请新增或导入。',
  'emptyList.promotions': '销售明细上的优惠，例如买三付二、满减和套装。请新增一条规则。',
  'emptyList.priceLists': '与客户约定的价格。请新增价格表，再在客户档案中选用。',
  'emptyList.applications': '网店等程序用这里的应用登录开放接口。请新增一个，再复制密钥。',
};
