// External orders: SKU mappings of platforms, and the orders received from platforms.
export { mustSell } from './make.ts';
export { customerOf, receiveOrder } from './receive.ts';
export { relationRoutes } from './routes.ts';
export { forgetRelations, skuMappingBulk } from './skuMappings.ts';
export { spellShops } from './spelling.ts';
