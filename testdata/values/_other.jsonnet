// x
local a = 1;
{ n: a }
