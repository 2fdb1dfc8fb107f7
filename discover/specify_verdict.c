#include "discover/specify_internal.h"

Verdict specify_verdict(const Condition *condition, AtomVerdict atom_verdict, gconstpointer data)
{
    switch (condition->kind) {
    case CONDITION_TRUE:
        return VERDICT_TRUE;
    case CONDITION_FALSE:
        return VERDICT_FALSE;
    case CONDITION_ATOM:
        return atom_verdict(condition, data);
    case CONDITION_NOT:
        return VERDICT_TRUE - specify_verdict(condition->operands[0], atom_verdict, data);
    case CONDITION_ALL:
    case CONDITION_ANY:
        break;
    }
    if (condition->atoms > CONDITION_WRITTEN_ATOMS_MAX) {
        return VERDICT_UNKNOWN;
    }
    gboolean all = condition->kind == CONDITION_ALL;
    Verdict verdict = all ? VERDICT_TRUE : VERDICT_FALSE;
    for (guint i = 0; i < condition->operand_count; i++) {
        Verdict operand = specify_verdict(condition->operands[i], atom_verdict, data);
        verdict = all ? MIN(verdict, operand) : MAX(verdict, operand);
    }
    return verdict;
}
