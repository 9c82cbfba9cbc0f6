/** Users page; its button 1 administers users. */
export const userPage = '/system/user';
