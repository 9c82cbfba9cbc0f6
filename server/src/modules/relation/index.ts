// Relation: what platforms call our goods, and the orders that come from them.
export { mustSell } from './make.ts';
export { customerOf, receiveOrder } from './receive.ts';
export { relationRoutes } from './routes.ts';
export { spellShops } from './spelling.ts';
