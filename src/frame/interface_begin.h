#pragma once

#ifndef COLLIDE_H
#define COLLIDE_H
