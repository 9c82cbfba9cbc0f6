import { units } from '@tradehouse/contract';
import { recordPage } from '../../list/recordPage.tsx';
import { UnitForm } from '../../record/unitForm.ts';

export default recordPage(units, { form: UnitForm, facts: ['baseUnit', 'subUnit', 'enabled'] });
