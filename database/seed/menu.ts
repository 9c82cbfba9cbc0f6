/** Button codes of a page: 1 edit, 2 approve, 3 export, 5 print, 7 unapprove. */
export type ButtonCode = '1' | '2' | '3' | '5' | '7';

/** Menu page. `component` is the view path at `url`. */
export interface MenuRow {
  readonly number: string;
  /** Number of the group; '0' for a group. */
  readonly parent: string;
  readonly zh: string;
  readonly en: string;
  readonly url: string;
  readonly component: string;
  readonly icon: string;
  readonly buttons: readonly ButtonCode[];
  readonly platformOnly?: true;
  /** Menus are shown in the order of this text. */
  readonly sort: string;
}

const bill: readonly ButtonCode[] = ['1', '2', '3', '7'];
const edit: readonly ButtonCode[] = ['1'];
const editAndExport: readonly ButtonCode[] = ['1', '3'];
const read: readonly ButtonCode[] = [];

type MenuTitle = readonly [zh: string, en: string];

const makeMenuGroup = (
  number: string,
  [zh, en]: MenuTitle,
  url: string,
  icon: string,
  sort: string,
): MenuRow => ({
  number,
  parent: '0',
  zh,
  en,
  url,
  component: '/layouts/TabLayout',
  icon,
  buttons: read,
  sort,
});

interface Group {
  readonly number: string;
  readonly icon: string;
}

const makeMenuPage =
  ({ number: parent, icon }: Group) =>
  (
    number: string,
    [zh, en]: MenuTitle,
    url: string,
    component: string,
    buttons: readonly ButtonCode[],
    sort: string,
  ): MenuRow => ({ number, parent, zh, en, url, component, icon, buttons, sort });

const groups = {
  retail: makeMenuGroup('0401', ['零售管理', 'Retail'], '/billC', 'gift', '0101'),
  purchase: makeMenuGroup('0502', ['采购管理', 'Purchasing'], '/bill', 'retweet', '0330'),
  sale: makeMenuGroup('0603', ['销售管理', 'Sales'], '/billB', 'shopping-cart', '0390'),
  warehouse: makeMenuGroup('0801', ['仓库管理', 'Warehouse'], '/billD', 'hdd', '0420'),
  logistics: makeMenuGroup('0901', ['物流管理', 'Logistics'], '/logistic', 'car', '0430'),
  finance: makeMenuGroup('0704', ['财务管理', 'Finance'], '/financial', 'money-collect', '0450'),
  report: makeMenuGroup('0301', ['报表查询', 'Reports'], '/report', 'pie-chart', '0570'),
  product: makeMenuGroup('0101', ['商品管理', 'Products'], '/material', 'shopping', '0620'),
  system: makeMenuGroup('0001', ['系统管理', 'System'], '/system', 'setting', '0910'),
  master: makeMenuGroup('0102', ['基础资料', 'Master data'], '/systemA', 'appstore', '0750'),
} as const;

const retail = makeMenuPage(groups.retail);
const purchase = makeMenuPage(groups.purchase);
const sale = makeMenuPage(groups.sale);
const warehouse = makeMenuPage(groups.warehouse);
const logistics = makeMenuPage(groups.logistics);
const finance = makeMenuPage(groups.finance);
const report = makeMenuPage(groups.report);
const product = makeMenuPage(groups.product);
const master = makeMenuPage(groups.master);
const system = makeMenuPage(groups.system);

/** Menu: every page with a view, by group. Numbers, urls and components follow the specification. */
// prettier-ignore
export const menu: readonly MenuRow[] = [
  ...Object.values(groups),
  retail('040102', ['零售出库', 'Till sale'], '/bill/retail_out', '/bill/RetailOutList', bill, '0405'),
  retail('040104', ['零售退货', 'Till return'], '/bill/retail_back', '/bill/RetailBackList', bill, '0407'),
  purchase('050203', ['请购单', 'Requisition'], '/bill/purchase_apply', '/bill/PurchaseApplyList', bill, '0330'),
  purchase('050202', ['采购订单', 'Purchase order'], '/bill/purchase_order', '/bill/PurchaseOrderList', bill, '0335'),
  purchase('050201', ['采购入库', 'Purchase receipt'], '/bill/purchase_in', '/bill/PurchaseInList', bill, '0340'),
  purchase('050204', ['采购退货', 'Purchase return'], '/bill/purchase_back', '/bill/PurchaseBackList', bill, '0345'),
  purchase('050205', ['采购审核', 'Purchase approval'], '/bill/purchase_review', '/bill/PurchaseReviewList', ['2', '3', '7'], '0350'),
  purchase('050206', ['补货建议', 'Replenishment'], '/bill/replenishment', '/bill/ReplenishList', read, '0328'),
  sale('060301', ['销售订单', 'Sales order'], '/bill/sale_order', '/bill/SaleOrderList', bill, '0392'),
  sale('060303', ['销售出库', 'Delivery'], '/bill/sale_out', '/bill/SaleOutList', bill, '0394'),
  sale('060305', ['销售退货', 'Sales return'], '/bill/sale_back', '/bill/SaleBackList', bill, '0396'),
  sale('060307', ['外部订单', 'Marketplace orders'], '/bill/external_order', '/bill/ExternalOrderList', editAndExport, '0393'),
  sale('060309', ['促销规则', 'Promotions'], '/bill/promotion', '/bill/PromotionList', editAndExport, '0397'),
  warehouse('080103', ['其他入库', 'Other receipt'], '/bill/other_in', '/bill/OtherInList', bill, '0803'),
  warehouse('080105', ['其他出库', 'Other issue'], '/bill/other_out', '/bill/OtherOutList', bill, '0805'),
  warehouse('080107', ['调拨出库', 'Transfer'], '/bill/allocation_out', '/bill/AllocationOutList', bill, '0807'),
  warehouse('080109', ['组装单', 'Assembly'], '/bill/assemble', '/bill/AssembleList', bill, '0809'),
  warehouse('080111', ['拆卸单', 'Disassembly'], '/bill/disassemble', '/bill/DisassembleList', bill, '0811'),
  warehouse('080113', ['盘点录入', 'Stock count'], '/bill/stock_check', '/bill/StockCheckList', bill, '0813'),
  warehouse('080115', ['盘点复盘', 'Stock recount'], '/bill/stock_check_replay', '/bill/StockCheckReplayList', bill, '0815'),
  warehouse('080117', ['品质定级', 'Grading'], '/report/ungraded_adjust', '/report/UngradedAdjust', editAndExport, '0817'),
  logistics('090101', ['物流公司', 'Logistics companies'], '/logistic/company', '/logistic/LogisticCompanyList', editAndExport, '0432'),
  logistics('090102', ['物流跟踪', 'Shipment tracking'], '/logistic/track', '/logistic/LogisticTrack', editAndExport, '0434'),
  logistics('090103', ['运费信息', 'Freight'], '/logistic/freight', '/logistic/FreightInfo', ['1', '2', '3'], '0436'),
  finance('070402', ['收入单', 'Income'], '/financial/item_in', '/financial/ItemInList', bill, '0465'),
  finance('070403', ['支出单', 'Expenditure'], '/financial/item_out', '/financial/ItemOutList', bill, '0470'),
  finance('070404', ['收款单', 'Money in'], '/financial/money_in', '/financial/MoneyInList', bill, '0475'),
  finance('070405', ['付款单', 'Money out'], '/financial/money_out', '/financial/MoneyOutList', bill, '0480'),
  finance('070406', ['退还客户订金', 'Customer deposit refund'], '/financial/deposit_out', '/financial/DepositOutList', bill, '0482'),
  finance('070407', ['收回供应商订金', 'Supplier deposit refund'], '/financial/deposit_in', '/financial/DepositInList', bill, '0484'),
  finance('070408', ['转账单', 'Funds transfer'], '/financial/giro', '/financial/GiroList', bill, '0490'),
  finance('070409', ['会员充值', 'Prepayment'], '/financial/advance_in', '/financial/AdvanceInList', bill, '0495'),
  finance('070413', ['会员退款', 'Prepayment refund'], '/financial/advance_out', '/financial/AdvanceOutList', bill, '0496'),
  finance('070415', ['期初欠款', 'Opening debts'], '/financial/opening_debt', '/financial/OpeningDebtList', editAndExport, '0499'),
  finance('070410', ['发票', 'Invoices'], '/financial/invoice', '/financial/InvoiceList', editAndExport, '0486'),
  finance('070411', ['银行对账', 'Bank reconciliation'], '/financial/bank_statement', '/financial/BankStatementList', editAndExport, '0488'),
  finance('070412', ['期间结账', 'Period closing'], '/financial/period_closing', '/financial/PeriodClosingList', ['2', '3', '7'], '0498'),
  finance('070414', ['期末调汇', 'Currency revaluation'], '/financial/revaluation', '/financial/RevaluationList', editAndExport, '0497'),
  report('030113', ['商品库存', 'Stock on hand'], '/report/material_stock', '/report/MaterialStock', read, '0605'),
  report('030118', ['SKU 库存', 'Stock by SKU'], '/report/goods_sku', '/report/GoodsSkuReport', read, '06052'),
  report('030151', ['在途库存', 'Goods in transit'], '/report/inventory_in_transit', '/report/InventoryInTransit', read, '06054'),
  report('030115', ['批次库存', 'Stock by lot'], '/report/lot_stock', '/report/LotList', read, '06062'),
  report('030117', ['商品效期', 'Goods expiration'], '/report/goods_expiration', '/report/GoodsExpirationReport', read, '06064'),
  report('030116', ['序列号追踪', 'Serial trace'], '/report/serial_trace', '/report/SerialTrace', read, '06066'),
  report('030112', ['库存预警', 'Stock warning'], '/report/stock_warning_report', '/report/StockWarningReport', read, '0659'),
  report('030114', ['库存流水', 'Stock ledger'], '/report/invoice_log', '/report/InvoiceLog', read, '0606'),
  report('030119', ['锁定库存', 'Locked stock'], '/report/set_lock_stock', '/report/SetLockStock', editAndExport, '0607'),
  report('030121', ['调价记录', 'Price adjustment'], '/report/price_adjust', '/report/PriceAdjust', bill, '0608'),
  report('030102', ['账户统计', 'Account statistics'], '/report/account_report', '/report/AccountReport', read, '0610'),
  report('030137', ['采购统计', 'Purchase statistics'], '/report/buy_in_report', '/report/BuyInReport', read, '0620'),
  report('030104', ['销售统计', 'Sales statistics'], '/report/sale_out_report', '/report/SaleOutReport', read, '0630'),
  report('030105', ['零售统计', 'Retail statistics'], '/report/retail_out_report', '/report/RetailOutReport', read, '0615'),
  report('030152', ['订单满足率', 'Order fulfilment'], '/report/order_fulfillment_rate', '/report/OrderFulfillmentRate', read, '0638'),
  report('030106', ['入库明细', 'Goods in detail'], '/report/in_detail', '/report/InDetail', read, '0640'),
  report('030107', ['出库明细', 'Goods out detail'], '/report/out_detail', '/report/OutDetail', read, '0645'),
  report('030150', ['调拨明细', 'Transfer detail'], '/report/allocation_detail', '/report/AllocationDetail', read, '0646'),
  report('030108', ['入库汇总', 'Goods in summary'], '/report/in_material_count', '/report/InMaterialCount', read, '0650'),
  report('030109', ['出库汇总', 'Goods out summary'], '/report/out_material_count', '/report/OutMaterialCount', read, '0655'),
  report('030101', ['进销存统计', 'Stock movement'], '/report/in_out_stock_report', '/report/InOutStockReport', read, '0658'),
  report('030136', ['利润', 'Profit'], '/report/profit', '/report/ProfitReport', read, '0635'),
  report('030138', ['销售排行', 'Sales rank'], '/report/sales_rank', '/report/SalesRank', read, '0636'),
  report('030139', ['销售占比', 'Sales ratio'], '/report/sales_ratio', '/report/SalesRatio', read, '0637'),
  report('030153', ['自定义报表', 'Custom reports'], '/report/own_report', '/report/OwnReport', read, '0639'),
  report('030110', ['客户对账', 'Customer statement'], '/report/customer_account', '/report/CustomerAccount', read, '0660'),
  report('030111', ['供应商对账', 'Supplier statement'], '/report/vendor_account', '/report/VendorAccount', read, '0665'),
  report('030124', ['会员对账', 'Member statement'], '/report/member_account', '/report/MemberAccount', read, '0668'),
  report('030131', ['科目余额表', 'Trial balance'], '/report/trial_balance', '/report/TrialBalance', read, '0670'),
  report('030132', ['利润表', 'Profit and loss'], '/report/profit_statement', '/report/ProfitStatement', read, '0672'),
  report('030133', ['资产负债表', 'Balance sheet'], '/report/balance_sheet', '/report/BalanceSheet', read, '0674'),
  report('030134', ['序时账', 'Journal'], '/report/journal', '/report/Journal', read, '0676'),
  report('030141', ['税额统计', 'Tax report'], '/report/tax_report', '/report/TaxReport', read, '0678'),
  report('030103', ['账户明细', 'Account detail'], '/report/account_detail', '/report/AccountDetailReport', read, '0612'),
  report('030135', ['收支分类月报', 'Income and expense by month'], '/report/revenue_report', '/report/RevenueReport', read, '0614'),
  report('030122', ['应收账龄', 'Receivables ageing'], '/report/receivable_ageing', '/report/ReceivableAgeing', read, '0666'),
  report('030123', ['应付账龄', 'Payables ageing'], '/report/payable_ageing', '/report/PayableAgeing', read, '0667'),
  product('010101', ['商品类别', 'Product categories'], '/material/material_category', '/material/MaterialCategoryList', edit, '0230'),
  product('010102', ['商品信息', 'Products'], '/material/material', '/material/MaterialList', editAndExport, '0240'),
  product('010103', ['计量单位组', 'Units'], '/system/unit', '/system/UnitList', edit, '0245'),
  product('010105', ['规格属性', 'Attributes'], '/material/material_attribute', '/material/MaterialAttributeList', edit, '0250'),
  product('010106', ['品牌', 'Brands'], '/material/brand', '/material/BrandList', editAndExport, '0252'),
  product('010109', ['促销活动', 'Activities'], '/material/activity', '/material/ActivityList', editAndExport, '0256'),
  product('010110', ['价格表', 'Price lists'], '/material/price_list', '/material/PriceListList', editAndExport, '0258'),
  product('010111', ['第三方商品关系', 'Third-party relations'], '/material/third_relation', '/material/ThirdPartyProductRelation', editAndExport, '0259'),
  product('010112', ['标签打印', 'Label print'], '/material/label_print', '/material/LabelPrint', ['1', '5'], '0260'),
  product('010107', ['增值服务', 'Services'], '/material/services', '/material/ServicesList', editAndExport, '0254'),
  master('01020101', ['供应商信息', 'Suppliers'], '/system/vendor', '/system/VendorList', editAndExport, '0260'),
  master('01020102', ['客户信息', 'Customers'], '/system/customer', '/system/CustomerList', editAndExport, '0262'),
  master('01020103', ['会员信息', 'Members'], '/system/member', '/system/MemberList', editAndExport, '0263'),
  master('010202', ['仓库信息', 'Warehouses'], '/system/depot', '/system/DepotList', edit, '0270'),
  master('010203', ['收支分类', 'Revenue classes'], '/system/revenue_classification', '/system/RevenueClassificationList', edit, '0281'),
  master('010204', ['收支项目', 'In/out items'], '/system/in_out_item', '/system/InOutItemList', edit, '0282'),
  master('010205', ['结算账户', 'Settlement accounts'], '/system/account', '/system/AccountList', edit, '0283'),
  master('010207', ['汇率', 'Exchange rates'], '/system/exchange_rate', '/system/ExchangeRateList', editAndExport, '0285'),
  master('010208', ['会计科目', 'Ledger accounts'], '/system/ledger_account', '/system/LedgerAccountList', edit, '0286'),
  master('010206', ['经手人', 'Handlers'], '/system/person', '/system/PersonList', edit, '0284'),
  system('000102', ['角色管理', 'Roles'], '/system/role', '/system/RoleList', edit, '0130'),
  system('000103', ['用户管理', 'Users'], '/system/user', '/system/UserList', edit, '0140'),
  system('000108', ['机构管理', 'Institutions'], '/system/organization', '/system/OrganizationList', edit, '0150'),
  system('000115', ['应用授权', 'Applications'], '/system/oauth', '/system/OauthList', edit, '0155'),
  system('000116', ['开放接口', 'Open API'], '/system/open_api', '/system/OpenApi', edit, '0156'),
  system('000104', ['日志管理', 'Log'], '/system/log', '/system/LogList', read, '0160'),
  system('000106', ['商品扩展字段', 'Product properties'], '/material/material_property', '/material/MaterialPropertyList', edit, '0163'),
  system('000105', ['系统配置', 'System configuration'], '/system/system_config', '/system/SystemConfigList', edit, '0164'),
  system('000118', ['迁入', 'Moving in'], '/system/moving_in', '/system/MovingIn', editAndExport, '0157'),
  { ...system('000110', ['菜单管理', 'Menu'], '/system/function', '/system/FunctionList', edit, '0166'), platformOnly: true },
  system('000114', ['消息公告', 'Announcements'], '/system/announcement', '/system/AnnouncementList', edit, '0165'),
  { ...system('000109', ['租户管理', 'Companies'], '/system/tenant', '/system/TenantList', edit, '0167'), platformOnly: true },
  { ...system('000117', ['套餐管理', 'Plans'], '/system/plan', '/system/PlanList', edit, '0168'), platformOnly: true },
  { ...system('000107', ['插件管理', 'Plugins'], '/system/plugin', '/system/PluginList', edit, '0170'), platformOnly: true },
  { ...system('000112', ['平台配置', 'Platform settings'], '/system/platform_config', '/system/PlatformConfigList', edit, '0175'), platformOnly: true },
];
