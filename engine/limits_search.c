#include "limits_step.h"
