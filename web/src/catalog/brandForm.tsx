import { brands } from '@tradehouse/contract';
import { masterForm } from '../record/masterForm.ts';

export const BrandForm = masterForm(brands, { width: 600 });
