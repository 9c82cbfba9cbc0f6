// Small acts on the controls of lists and forms that several stories share.
import type { Locator, Page } from '@playwright/test';

/** Chooses from a select that is not typed into, by the select's label. */
export async function pick(scope: Page | Locator, select: string, name: string): Promise<void> {
  await scope.getByRole('combobox', { name: select, exact: true }).click();
  const page = 'page' in scope ? scope.page() : scope;
  await page.getByTitle(name, { exact: true }).filter({ visible: true }).last().click();
}
