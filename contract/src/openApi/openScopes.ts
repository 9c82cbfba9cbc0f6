/** Scopes: data that a program may request. */
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
