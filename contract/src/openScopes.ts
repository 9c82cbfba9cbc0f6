/** What may be given to a program: what of a company it asks for. */
export const openScopes = [
  'products:read',
  'stock:read',
  'partners:read',
  'orders:read',
  'orders:write',
  'outbounds:read',
  'tracks:read',
] as const;
export type OpenScope = (typeof openScopes)[number];
