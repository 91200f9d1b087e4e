module example.org/shop/payments

go 1.19
