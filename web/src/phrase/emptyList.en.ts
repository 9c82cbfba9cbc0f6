/** Sentences of empty lists: the purpose of each list, and the next step. */
export const emptyListEn = {
  'emptyList.locked': 'No stock is locked. Show all stock to lock some, at the end of its row.',
  'emptyList.ungraded': 'Goods that came in ungraded, such as returns, wait here for their grade.',
  'emptyList.graded': 'Graded goods stand here. Grade goods in the list Waiting.',
  'emptyList.recount': 'Counts come here once you end their first pass on the page Stock count.',
  'emptyList.carriers': 'Carriers you send goods with. Add one with its prices or interface.',
  'emptyList.shipments': 'Shipments and their tracks. Make a label from a delivery.',
  'emptyList.freight': 'Freight of each label. Make a label or import a carrier bill.',
  'emptyList.externalOrders': 'Orders of shops and platforms. Import or add them, then convert.',
  'emptyList.relations': 'Platform codes and the products they mean. Add or import them.',
  'emptyList.promotions': 'Discounts on lines of sales, such as buy three, pay two. Add one.',
  'emptyList.priceLists': 'Prices agreed with customers. Add a list, then name it in a customer.',
  'emptyList.applications': 'Programs that sign in to the open API, such as a web shop. Add one.',
} as const;
