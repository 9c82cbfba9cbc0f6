/** Page of invoices; its users see bills' invoices. */
export const invoicePage = '/financial/invoice';
