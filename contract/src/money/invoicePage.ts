/** Who may open it sees which invoices bills stand on. */
export const invoicePage = '/financial/invoice';
