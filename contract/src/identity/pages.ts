/** The menu url of the users; who holds its button 1 administers them. */
export const userPage = '/system/user';
